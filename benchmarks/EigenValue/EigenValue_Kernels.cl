// Eigenvalues of a symmetric tridiagonal matrix by bisection, one work-item an eigenvalue.

/**
 * Number of eigenvalues below x: the negative pivots of the LDL^T decomposition of T - x I (Sylvester's law of
 * inertia). A pivot of zero is replaced by a tiny one, as Barth, Martin and Wilkinson (1967) do.
 */
uint countBelow(__global const float *diagonal, __global const float *offDiagonal, uint order, float x) {
  uint count = 0;
  float pivot = diagonal[0] - x;
  for (uint i = 1;; i++) {
    if (fabs(pivot) < 1e-20f)
      pivot = -1e-20f;
    if (pivot < 0.0f)
      count++;
    if (i == order)
      return count;
    const float coupling = offDiagonal[i - 1];
    pivot = diagonal[i] - x - coupling * coupling / pivot;
  }
}

// The eigenvalue of index i (0 is the smallest) is the number at which countBelow passes from at most i to more.
__kernel void bisect(__global const float *diagonal, __global const float *offDiagonal, __global float *eigenvalues,
                     uint order, float low, float high) {
  const uint i = get_global_id(0);
  if (i >= order)
    return;
  for (uint step = 0; step < 26; step++) {
    const float middle = 0.5f * (low + high);
    if (countBelow(diagonal, offDiagonal, order, middle) > i)
      high = middle;
    else
      low = middle;
  }
  eigenvalues[i] = 0.5f * (low + high);
}
