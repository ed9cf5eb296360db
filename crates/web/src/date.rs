//! Dates as the reader writes them.

use rules::Lang;

/// How a date is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateStyle {
    /// `16 novembre`: a day of the calendar, the same in all time zones.
    CalendarDay,
    /// `16 nov. 2026`: when something happened, by the clock of this device.
    Date,
}

/// A time in milliseconds since 1970 as a date.
pub fn date(milliseconds: f64, style: DateStyle, lang: Lang) -> String {
    let fields: &[(&str, &str)] = match style {
        DateStyle::CalendarDay => &[("day", "numeric"), ("month", "long"), ("timeZone", "UTC")],
        DateStyle::Date => &[("day", "numeric"), ("month", "short"), ("year", "numeric")],
    };
    let options = js_sys::Object::new();
    for (name, value) in fields {
        // Setting a property of a new object cannot fail.
        let _ = js_sys::Reflect::set(&options, &(*name).into(), &(*value).into());
    }
    let locale = match lang {
        Lang::Fr => "fr",
        Lang::En => "en-GB",
    };
    js_sys::Date::new(&milliseconds.into()).to_locale_date_string(locale, &options).into()
}
