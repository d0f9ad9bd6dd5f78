// Classes with members that are defined outside of them, and templates as arguments; the same in C where there is no
// C++.
#ifdef __OPENCL_CPP_VERSION__
class Vector {
  int a, b;
 public:
  Vector(int x, int y);
  int dot(const Vector &other) const;
  Vector &scale(int f);
};
Vector::Vector(int x, int y) : a(x), b(y) {}
int Vector::dot(const Vector &other) const { return a * other.a + b * other.b; }
Vector &Vector::scale(int f) {
  a *= f;
  b -= f;
  return *this;
}
template <class T> class Pair {
  T x, y;
 public:
  T sum() const __global;
};
template <class T> T Pair<T>::sum() const __global { return x * 3 + y; }
__kernel void k(__global int *out, __global const Pair<int> *in, int w, int h) {
  int x = get_global_id(0);
  Vector v(in[x & 127].sum(), w), u(h, x);
  u.scale(2).scale(w);
  out[x] = v.dot(u);
}
#else
__kernel void k(__global int *out, __global const int2 *in, int w, int h) {
  int x = get_global_id(0), a = h * 2 * w, b = x - 2 - w;
  out[x] = (in[x & 127].x * 3 + in[x & 127].y) * a + w * b;
}
#endif
