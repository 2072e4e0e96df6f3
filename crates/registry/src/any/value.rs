//! A value that hides its type: how states and observations travel through the erased API.

use std::any::Any;
use std::fmt;

/// A value whose type is known to the one game that made it.
pub(super) struct AnyValue(Box<dyn DynValue>);

trait DynValue: Any + Send + Sync {
    fn clone_box(&self) -> Box<dyn DynValue>;
    fn equals(&self, other: &dyn DynValue) -> bool;
    fn format(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: Clone + PartialEq + fmt::Debug + Send + Sync + 'static> DynValue for T {
    fn clone_box(&self) -> Box<dyn DynValue> {
        Box::new(self.clone())
    }

    fn equals(&self, other: &dyn DynValue) -> bool {
        other.as_any().downcast_ref::<T>() == Some(self)
    }

    fn format(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl Clone for AnyValue {
    fn clone(&self) -> Self {
        // Through the box: a `Box<dyn DynValue>` is itself a value, and must not be wrapped again.
        Self((*self.0).clone_box())
    }
}

impl PartialEq for AnyValue {
    fn eq(&self, other: &Self) -> bool {
        (*self.0).equals(&*other.0)
    }
}

impl fmt::Debug for AnyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (*self.0).format(f)
    }
}

const FOREIGN: &str = "a state or observation is used with the game that made it";

impl AnyValue {
    pub fn of<T: Clone + PartialEq + fmt::Debug + Send + Sync + 'static>(value: T) -> Self {
        Self(Box::new(value))
    }

    pub fn get<T: 'static>(&self) -> &T {
        (*self.0).as_any().downcast_ref().expect(FOREIGN)
    }

    pub fn get_mut<T: 'static>(&mut self) -> &mut T {
        (*self.0).as_any_mut().downcast_mut().expect(FOREIGN)
    }
}
