//! A list that grows at its end and is cheap to copy at any length.

use std::sync::Arc;

/// A list. A copy shares the older items, and has its own copy only of those added since [`share`](Self::share).
#[derive(Clone, Debug)]
pub(crate) struct SharedVec<T> {
    shared: Arc<Vec<T>>,
    own: Vec<T>,
}

impl<T> Default for SharedVec<T> {
    fn default() -> SharedVec<T> {
        SharedVec { shared: Arc::default(), own: Vec::new() }
    }
}

impl<T> SharedVec<T> {
    pub(crate) fn len(&self) -> usize {
        self.shared.len() + self.own.len()
    }

    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        self.shared.get(index).or_else(|| self.own.get(index.checked_sub(self.shared.len())?))
    }

    pub(crate) fn last(&self) -> Option<&T> {
        self.own.last().or(self.shared.last())
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &T> + DoubleEndedIterator {
        self.since(0)
    }

    /// The items from this index on.
    pub(crate) fn since(&self, from: usize) -> impl ExactSizeIterator<Item = &T> + DoubleEndedIterator {
        let (older, own) = (self.shared.len(), &self.own);
        (from.min(self.len())..self.len())
            .map(move |index| if index < older { &self.shared[index] } else { &own[index - older] })
    }

    pub(crate) fn push(&mut self, item: T) {
        self.own.push(item);
        self.share();
    }

    /// Lets later copies share all items, unless a copy exists that shares the older ones.
    pub(crate) fn share(&mut self) {
        if let Some(shared) = Arc::get_mut(&mut self.shared) {
            shared.append(&mut self.own);
        }
    }

    /// How many items would be copied.
    #[cfg(test)]
    pub(crate) fn own_len(&self) -> usize {
        self.own.len()
    }
}

impl<T: Clone> SharedVec<T> {
    /// Drops all items from this index on.
    pub(crate) fn truncate(&mut self, length: usize) {
        if length < self.len() {
            *self =
                SharedVec { shared: Arc::new(self.iter().take(length).cloned().collect()), own: Vec::new() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_and_the_original_do_not_change_each_other() {
        let mut list = SharedVec::default();
        (0..5).for_each(|item| list.push(item));
        let mut copy = list.clone();
        copy.push(10);
        copy.push(11);
        list.push(5);
        let items = |list: &SharedVec<i32>| list.iter().copied().collect::<Vec<_>>();
        assert_eq!(items(&list), [0, 1, 2, 3, 4, 5]);
        assert_eq!(items(&copy), [0, 1, 2, 3, 4, 10, 11]);
        assert_eq!((copy.get(4), copy.get(6), copy.get(7)), (Some(&4), Some(&11), None));
        assert_eq!(copy.since(5).rev().collect::<Vec<_>>(), [&11, &10]);
        assert_eq!(copy.since(9).count(), 0);
        copy.truncate(6);
        assert_eq!((items(&copy), copy.last()), (vec![0, 1, 2, 3, 4, 10], Some(&10)));
        copy.truncate(2);
        assert_eq!((items(&copy), items(&list).len()), (vec![0, 1], 6));
        drop(list);
        copy.push(7);
        assert_eq!((copy.own_len(), items(&copy)), (0, vec![0, 1, 7]));
    }
}
