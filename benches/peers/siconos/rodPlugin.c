/* Gap and Jacobian of the two ends of the falling rod, for siconos_peer.py: q = (x, y, angle), half length 0.5.
   The local frame is normal, tangent; matrices are stored by columns. Siconos wants the name to end in Plugin. */
#include <math.h>

static void gap(double side, const double *q, double *y) { y[0] = q[1] + side * sin(q[2]); }

static void jacobian(double side, const double *q, double *g)
{
    g[0] = 0.0, g[1] = 1.0;
    g[2] = 1.0, g[3] = 0.0;
    g[4] = side * cos(q[2]), g[5] = -side * sin(q[2]);
}

#define ARGUMENTS unsigned nq, const double *q, unsigned ny, double *y, unsigned nz, double *z
void gap_left(ARGUMENTS) { gap(-0.5, q, y); }
void gap_right(ARGUMENTS) { gap(0.5, q, y); }
void jacobian_left(ARGUMENTS) { jacobian(-0.5, q, y); }
void jacobian_right(ARGUMENTS) { jacobian(0.5, q, y); }
