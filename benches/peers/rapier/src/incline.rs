//! Blocks on the incline: gravity is tilted, the ground is level. A ball that cannot turn touches at one point, as
//! the particle of the other peers does.

use rapier3d::prelude::*;

const RADIUS: f32 = 0.1;

/// A world with one block for each speed, side by side and out of each other's way.
pub fn world(speeds: &[f32]) -> PhysicsWorld {
    let slope = 13.0_f32.to_radians();
    let mut world = PhysicsWorld::default();
    world.gravity = Vector::new(9.81 * slope.sin(), -9.81 * slope.cos(), 0.0);
    world.integration_parameters.dt = crate::H;
    // One Coulomb constraint a contact point: the more exact of the two models Rapier has.
    world.integration_parameters.friction_model = FrictionModel::Coulomb;
    world.colliders.insert(ColliderBuilder::new(SharedShape::halfspace(Vector::Y)).friction(0.4));
    for (place, &speed) in speeds.iter().enumerate() {
        let body = RigidBodyBuilder::dynamic()
            .translation(Vector::new(0.0, RADIUS, place as f32))
            .linvel(Vector::new(speed, 0.0, 0.0))
            .lock_rotations()
            .can_sleep(false);
        let handle = world.bodies.insert(body);
        let ball = ColliderBuilder::ball(RADIUS).friction(0.4).mass(1.0);
        world.colliders.insert_with_parent(ball, handle, &mut world.bodies);
    }
    world
}

/// When and where a block of 1 m/s stops, or is slower than 1e-3 m/s for good: engines creep.
pub fn stop() -> (f64, f64) {
    let mut world = world(&[1.0]);
    let mut sliding = 0;
    let mut x = 0.0;
    for k in 1..=10_000 {
        world.step();
        for (_, block) in world.bodies.iter() {
            x = block.translation().x;
            if block.linvel().x > 1e-3 {
                sliding = k;
            }
        }
    }
    (f64::from(sliding) * f64::from(crate::H), f64::from(x))
}
