//! The language in which `trois` speaks to players.

use std::env;

use rules::Lang;

/// Makes a sentence in one of the two languages: `say!(lang, fr: "…{name}", en: "…{name}")`.
macro_rules! say {
    ($lang:expr, fr: $fr:literal, en: $en:literal $(,)?) => {
        match $lang {
            ::rules::Lang::Fr => format!($fr),
            ::rules::Lang::En => format!($en),
        }
    };
}
pub(crate) use say;

/// The language of the environment: that of the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
pub(crate) fn from_environment() -> Lang {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(env::var_os)
        .find(|value| !value.is_empty())
        .unwrap_or_default();
    from_locale(&locale.to_string_lossy())
}

fn from_locale(locale: &str) -> Lang {
    let language = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
    if language.eq_ignore_ascii_case("fr") { Lang::Fr } else { Lang::En }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn french_locales_give_french_and_all_others_english() {
        for locale in ["fr", "fr_FR.UTF-8", "fr_CA", "fr@euro", "FR-BE"] {
            assert_eq!(from_locale(locale), Lang::Fr, "{locale}");
        }
        for locale in ["", "C", "en_GB.UTF-8", "de_DE", "frr", "fur_IT"] {
            assert_eq!(from_locale(locale), Lang::En, "{locale}");
        }
    }
}
