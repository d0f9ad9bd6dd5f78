// A sweep of discrete ordinates: an angle for each work-item, cell after cell with the fluxes of the neighbours before,
// and a repair of negative ones.
kernel void sweep(global const double *mu, global const double *eta, global const double *xi, global const double *source, global const double *total,
                  global double *planes, global double *flux, const int nx, const int ny, const int angles) {
  const int a = get_global_id(0), group = get_global_id(1);
  const double m = mu[a], e = eta[a], k = xi[a];
  global double *psi_j = planes + (group * angles + a) * nx * 2, *psi_k = psi_j + nx;
  for (int i = 0; i < nx; i++) psi_j[i] = psi_k[i] = 0.01 * (group + 1);
  for (int j = 0; j < ny; j++) {
    double psi_i = 0.1;
    for (int i = 0; i < nx; i++) {
      const int cell = (group * ny + j) * nx + i;
      const double in_j = psi_j[i], in_k = psi_k[i];
      double psi = (source[cell] + m * psi_i + e * in_j + k * in_k) / (total[cell] + m + e + k);
      double out_i = 2 * psi - psi_i, out_j = 2 * psi - in_j, out_k = 2 * psi - in_k;
      if (out_i < 0 || out_j < 0 || out_k < 0) {
        const double hi = out_i < 0 ? 0 : 1, hj = out_j < 0 ? 0 : 1, hk = out_k < 0 ? 0 : 1;
        psi = (source[cell] + 0.5 * (m * psi_i * (1 + hi) + e * in_j * (1 + hj) + k * in_k * (1 + hk))) / (total[cell] + m * hi + e * hj + k * hk);
        out_i = max(0.0, 2 * psi - psi_i) * hi; out_j = max(0.0, 2 * psi - in_j) * hj; out_k = max(0.0, 2 * psi - in_k) * hk;
      }
      psi_i = out_i; psi_j[i] = out_j; psi_k[i] = out_k;
      flux[cell * angles + a] = psi;
    }
  }
}
