//! Licence expressions: `MIT OR (Apache-2.0 AND BSD-3-Clause)`.

/// Whether the allowed licences satisfy an expression. `A/B`, the old notation, means `A OR B`.
pub(crate) fn is_satisfied(expression: &str, is_allowed: impl Fn(&str) -> bool) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    parse_or(&mut rest, &is_allowed) == Some(true) && rest.is_empty()
}

/// Terms joined by `OR`; `None` if the expression cannot be read.
fn parse_or(words: &mut &[&str], is_allowed: &impl Fn(&str) -> bool) -> Option<bool> {
    let mut result = parse_and(words, is_allowed)?;
    while let ["OR", rest @ ..] = words {
        *words = rest;
        result |= parse_and(words, is_allowed)?;
    }
    Some(result)
}

/// Terms joined by `AND`, which binds more tightly.
fn parse_and(words: &mut &[&str], is_allowed: &impl Fn(&str) -> bool) -> Option<bool> {
    let mut result = parse_term(words, is_allowed)?;
    while let ["AND", rest @ ..] = words {
        *words = rest;
        result &= parse_term(words, is_allowed)?;
    }
    Some(result)
}

/// A licence, a licence with an exception, or an expression in parentheses.
fn parse_term(words: &mut &[&str], is_allowed: &impl Fn(&str) -> bool) -> Option<bool> {
    match words {
        ["(", rest @ ..] => {
            *words = rest;
            let result = parse_or(words, is_allowed)?;
            let [")", rest @ ..] = words else { return None };
            *words = rest;
            Some(result)
        }
        [")" | "OR" | "AND" | "WITH", ..] | [] => None,
        [license, "WITH", exception, rest @ ..] => {
            let result = is_allowed(&format!("{license} WITH {exception}"));
            *words = rest;
            Some(result)
        }
        [license, rest @ ..] => {
            let result = is_allowed(license);
            *words = rest;
            Some(result)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(expression: &str, expected: bool) {
        let allowed = ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception"];
        assert_eq!(is_satisfied(expression, |id| allowed.contains(&id)), expected, "{expression}");
    }

    #[test]
    fn expressions_are_read_with_their_precedence() {
        check("MIT", true);
        check("GPL-3.0-only", false);
        check("GPL-3.0-only OR MIT", true);
        check("GPL-3.0-only/MIT", true);
        check("MIT AND Unicode-3.0", false);
        check("MIT OR Apache-2.0 AND Unicode-3.0", true);
        check("(MIT OR Apache-2.0) AND Unicode-3.0", false);
        check("(MIT OR Zlib) AND Apache-2.0", true);
        check("Apache-2.0 WITH LLVM-exception", true);
        check("Zlib WITH LLVM-exception", false);
    }

    #[test]
    fn an_expression_that_cannot_be_parsed_is_not_satisfied() {
        for expression in ["", "MIT OR", "(MIT", "MIT)", "OR", "MIT Apache-2.0"] {
            check(expression, false);
        }
    }
}
