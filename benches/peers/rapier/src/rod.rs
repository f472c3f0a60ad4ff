//! Falling rods in the plane: mass 1, length 1, J = 1/12, the centre 0.35 above the ground, 30 degrees from the
//! horizontal. Their ends are balls so small that their size does not show.

use rapier2d::prelude::*;

const RADIUS: f32 = 1e-3;

/// The fall, the first impact and what follows, up to 0.3 s.
const STEPS: usize = 3_000;

/// Height and angle of a rod, and its velocities: along, up and angular.
#[derive(Clone, Copy)]
pub struct State {
    y: f32,
    angle: f32,
    velocity: Vector,
    omega: f32,
}

/// Where every rod starts.
fn release() -> State {
    State { y: 0.35 + RADIUS, angle: 30.0_f32.to_radians(), velocity: Vector::ZERO, omega: 0.0 }
}

/// A world with rods in these states, out of each other's way. With the solver as Rapier sets it, the angular
/// velocity after the impact is 12 % off; with friction in both passes and four rounds of the last one, 0.01 %:
/// `exact` chooses the second.
pub fn world(states: &[State], exact: bool) -> PhysicsWorld {
    let mut world = PhysicsWorld::default();
    world.gravity = Vector::new(0.0, -9.81);
    world.integration_parameters.dt = crate::H;
    if exact {
        world.integration_parameters.friction_in_bias_pass = true;
        world.integration_parameters.num_internal_stabilization_iterations = 4;
    }
    world.colliders.insert(ColliderBuilder::new(SharedShape::halfspace(Vector::Y)).friction(0.6));
    for (place, state) in states.iter().enumerate() {
        let body = RigidBodyBuilder::dynamic()
            .translation(Vector::new(3.0 * place as f32, state.y))
            .rotation(state.angle)
            .linvel(state.velocity)
            .angvel(state.omega)
            .additional_mass_properties(MassProperties::new(Vector::ZERO, 1.0, 1.0 / 12.0))
            .can_sleep(false);
        let handle = world.bodies.insert(body);
        for side in [-0.5, 0.5] {
            let end =
                ColliderBuilder::ball(RADIUS).translation(Vector::new(side, 0.0)).friction(0.6).density(0.0);
            world.colliders.insert_with_parent(end, handle, &mut world.bodies);
        }
    }
    world
}

/// The states of one rod after each step.
fn motion(exact: bool) -> Vec<State> {
    let mut world = world(&[release()], exact);
    let mut states = Vec::with_capacity(STEPS);
    for _ in 0..STEPS {
        world.step();
        states.extend(world.bodies.iter().map(|(_, rod)| State {
            y: rod.translation().y,
            angle: rod.rotation().angle(),
            velocity: rod.linvel(),
            omega: rod.angvel(),
        }));
    }
    states
}

/// Members all along the motion, so that flight and contact both count.
pub fn spread(members: usize) -> Vec<State> {
    let states = motion(true);
    (0..members).map(|i| states[i * states.len() / members]).collect()
}

/// When the lower end touches, and the angular velocity as soon as that end has stopped closing.
pub fn impact(exact: bool) -> (f64, f64) {
    let mut touched = f64::NAN;
    for (k, rod) in motion(exact).iter().enumerate() {
        if rod.omega.abs() > 1e-4 && touched.is_nan() {
            touched = (k + 1) as f64 * f64::from(crate::H);
        }
        let closing = rod.velocity.y - 0.5 * rod.angle.cos() * rod.omega;
        if !touched.is_nan() && closing > -0.01 {
            return (touched, f64::from(rod.omega));
        }
    }
    (touched, f64::NAN)
}
