//! The preset phrases that players can say to each other. Each client shows them in its own language, there is nothing to
//! moderate, and muting is up to the client.

use rules::Words;

use crate::line_codec::word_text;

/// A preset phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Phrase {
    Hello,
    GoodLuck,
    WellPlayed,
    GoodGame,
    Thanks,
    Sorry,
    Oops,
    OneMoment,
    Back,
    YourTurn,
    Bye,
}

impl Phrase {
    /// All phrases, in the order in which a client lists them.
    pub const ALL: &'static [Phrase] = &[
        Phrase::Hello,
        Phrase::GoodLuck,
        Phrase::WellPlayed,
        Phrase::GoodGame,
        Phrase::Thanks,
        Phrase::Sorry,
        Phrase::Oops,
        Phrase::OneMoment,
        Phrase::Back,
        Phrase::YourTurn,
        Phrase::Bye,
    ];

    /// The phrase in both languages.
    pub const fn words(self) -> Words {
        match self {
            Phrase::Hello => Words::new("Bonjour\u{202f}!", "Hello!"),
            Phrase::GoodLuck => Words::new("Bonne chance\u{202f}!", "Good luck!"),
            Phrase::WellPlayed => Words::new("Bien joué\u{202f}!", "Well played!"),
            Phrase::GoodGame => Words::new("Belle partie\u{202f}!", "Good game!"),
            Phrase::Thanks => Words::new("Merci\u{202f}!", "Thank you!"),
            Phrase::Sorry => Words::new("Pardon\u{202f}!", "Sorry!"),
            Phrase::Oops => Words::new("Oups\u{202f}!", "Oops!"),
            Phrase::OneMoment => Words::new("Un instant, s’il vous plaît.", "One moment, please."),
            Phrase::Back => Words::new("Me revoilà.", "I’m back."),
            Phrase::YourTurn => Words::new("C’est à vous de jouer.", "It’s your turn."),
            Phrase::Bye => Words::new("Au revoir\u{202f}!", "Goodbye!"),
        }
    }
}

word_text!(
    Phrase, "une phrase toute faite", "a preset phrase",
    Phrase::Hello => "hello",
    Phrase::GoodLuck => "good-luck",
    Phrase::WellPlayed => "well-played",
    Phrase::GoodGame => "good-game",
    Phrase::Thanks => "thanks",
    Phrase::Sorry => "sorry",
    Phrase::Oops => "oops",
    Phrase::OneMoment => "one-moment",
    Phrase::Back => "back",
    Phrase::YourTurn => "your-turn",
    Phrase::Bye => "bye",
);
