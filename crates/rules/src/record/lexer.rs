//! Splits the text of records into tokens with their locations. The text may arrive in chunks of any size: only the
//! current token is kept.

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The byte, counted from 0.
    pub byte: usize,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, in characters, counted from 1.
    pub column: usize,
}

impl Location {
    /// The beginning of a text.
    pub const START: Location = Location { byte: 0, line: 1, column: 1 };

    /// The location after a text without line breaks.
    pub(super) fn after(self, text: &str) -> Location {
        Location { byte: self.byte + text.len(), column: self.column + text.chars().count(), ..self }
    }

    fn advance(&mut self, c: char) {
        self.byte += c.len_utf8();
        if c == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
    }
}

/// A token, with its text as written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Token<'t> {
    /// `[Name "value"]`; the value still has its escapes.
    Tag { name: &'t str, raw_value: &'t str, value_at: Location },
    /// The text between braces.
    Comment(&'t str),
    /// A move number, a move or a result.
    Word(&'t str),
    /// The text after a `$`.
    Nag(&'t str),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// A tag that is not complete at the end of its line.
    BadTag,
    /// A comment that is never closed.
    OpenComment,
    /// A token longer than the limit.
    TooLong,
}

/// The token that the lexer is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Between,
    Word,
    Nag,
    Comment,
    TagName,
    TagValue {
        is_escaped: bool,
    },
    TagEnd,
    /// The rest of the line of a bad tag.
    SkippedLine,
}

/// The tokenizer.
#[derive(Clone, Debug)]
pub(super) struct Lexer {
    state: State,
    here: Location,
    /// The location of the current token.
    start: Location,
    /// Its text so far.
    text: String,
    is_too_long: bool,
    tag_name: String,
    value_at: Location,
    limit: usize,
}

impl Lexer {
    /// A lexer that keeps at most `limit` bytes of a token.
    pub(super) fn new(limit: usize) -> Lexer {
        Lexer {
            state: State::Between,
            here: Location::START,
            start: Location::START,
            text: String::new(),
            is_too_long: false,
            tag_name: String::new(),
            value_at: Location::START,
            limit,
        }
    }

    /// The location after all text so far.
    pub(super) fn here(&self) -> Location {
        self.here
    }

    /// How many bytes of text are kept.
    pub(super) fn buffered(&self) -> usize {
        self.text.len() + self.tag_name.len()
    }

    /// Reads more text.
    pub(super) fn feed(&mut self, text: &str, on_token: &mut impl FnMut(Location, Token<'_>)) {
        for c in text.chars() {
            let is_byte_order_mark = c == '\u{feff}' && self.here.byte == 0;
            if !is_byte_order_mark {
                self.step(c, on_token);
            }
            self.here.advance(c);
        }
    }

    /// Ends the text.
    pub(super) fn finish(&mut self, on_token: &mut impl FnMut(Location, Token<'_>)) {
        match self.state {
            State::Between | State::SkippedLine => {}
            State::Word | State::Nag => self.emit(on_token),
            State::Comment => on_token(self.start, Token::OpenComment),
            State::TagName | State::TagValue { .. } | State::TagEnd => on_token(self.start, Token::BadTag),
        }
        self.state = State::Between;
        self.text.clear();
        self.tag_name.clear();
    }

    fn step(&mut self, c: char, on_token: &mut impl FnMut(Location, Token<'_>)) {
        match self.state {
            State::Between => self.begin(c, on_token),
            State::Word | State::Nag if ends_word(c) => {
                self.emit(on_token);
                self.begin(c, on_token);
            }
            State::Word | State::Nag => self.push(c),
            State::Comment if c == '}' => self.emit(on_token),
            State::Comment => self.push(c),
            State::TagName | State::TagValue { .. } | State::TagEnd if c == '\n' => {
                on_token(self.start, Token::BadTag);
                self.state = State::Between;
            }
            State::TagName if c == '"' => self.begin_value(on_token),
            State::TagName => self.push(c),
            State::TagValue { is_escaped: false } if c == '"' => self.state = State::TagEnd,
            State::TagValue { is_escaped } => {
                self.push(c);
                self.state = State::TagValue { is_escaped: c == '\\' && !is_escaped };
            }
            State::TagEnd if c == ']' => self.emit(on_token),
            State::TagEnd if c.is_whitespace() => {}
            State::TagEnd => self.skip_line(on_token),
            State::SkippedLine if c == '\n' => self.state = State::Between,
            State::SkippedLine => {}
        }
    }

    /// Begins a token with its first character.
    fn begin(&mut self, c: char, on_token: &mut impl FnMut(Location, Token<'_>)) {
        self.start = self.here;
        self.text.clear();
        self.is_too_long = false;
        match c {
            '{' => self.state = State::Comment,
            '[' => self.state = State::TagName,
            '$' => self.state = State::Nag,
            '(' => on_token(self.start, Token::Open),
            ')' => on_token(self.start, Token::Close),
            c if c.is_whitespace() => {}
            c => {
                self.state = State::Word;
                self.push(c);
            }
        }
    }

    /// Ends the name of a tag and begins its value.
    fn begin_value(&mut self, on_token: &mut impl FnMut(Location, Token<'_>)) {
        let name = self.text.trim();
        if name.is_empty() || !name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_') {
            return self.skip_line(on_token);
        }
        name.clone_into(&mut self.tag_name);
        self.text.clear();
        self.value_at = self.here.after("\"");
        self.state = State::TagValue { is_escaped: false };
    }

    fn skip_line(&mut self, on_token: &mut impl FnMut(Location, Token<'_>)) {
        on_token(self.start, Token::BadTag);
        self.state = State::SkippedLine;
    }

    fn push(&mut self, c: char) {
        if self.text.len() + c.len_utf8() > self.limit {
            self.is_too_long = true;
        } else {
            self.text.push(c);
        }
    }

    /// Reports the token that is complete.
    fn emit(&mut self, on_token: &mut impl FnMut(Location, Token<'_>)) {
        let token = match self.state {
            _ if self.is_too_long => Token::TooLong,
            State::Comment => Token::Comment(&self.text),
            State::TagEnd => {
                Token::Tag { name: &self.tag_name, raw_value: &self.text, value_at: self.value_at }
            }
            State::Nag => Token::Nag(&self.text),
            _ => Token::Word(&self.text),
        };
        on_token(self.start, token);
        self.state = State::Between;
    }
}

/// Whether a character ends a word: white space, or the beginning of another token.
fn ends_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, '{' | '[' | '(' | ')' | '$')
}
