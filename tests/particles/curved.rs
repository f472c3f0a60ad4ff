//! A particle over curved boundaries: sphere, cylinder, paraboloid.
