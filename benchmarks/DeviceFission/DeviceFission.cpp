// DeviceFission: cuts the device into sub-devices, each with its own queue; the first half of them adds parts of two
// vectors, the second half subtracts.
#include "benchmark.hpp"

using namespace bench;

using SubDevice = Owned<cl_device_id, clReleaseDevice>;

/** The device in parts of equally many compute units, about `wanted` of them. Throws Unsupported. */
static std::vector<SubDevice> partition(const Device& device, cl_uint wanted) {
  const cl_uint units = device.info<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS);
  size_t bytes = 0;
  check(clGetDeviceInfo(device.id(), CL_DEVICE_PARTITION_PROPERTIES, 0, nullptr, &bytes), "clGetDeviceInfo");
  std::vector<cl_device_partition_property> ways(bytes / sizeof(cl_device_partition_property));
  if (bytes)
    check(clGetDeviceInfo(device.id(), CL_DEVICE_PARTITION_PROPERTIES, bytes, ways.data(), nullptr), "clGetDeviceInfo");
  const bool equally = std::count(ways.begin(), ways.end(), CL_DEVICE_PARTITION_EQUALLY) > 0;
  if (!equally || units < 2) throw Unsupported("partition into sub-devices");

  const cl_device_partition_property way[] = {
      CL_DEVICE_PARTITION_EQUALLY, static_cast<cl_device_partition_property>(std::max(1u, units / wanted)), 0};
  cl_uint count = 0;
  check(clCreateSubDevices(device.id(), way, 0, nullptr, &count), "clCreateSubDevices");
  std::vector<cl_device_id> ids(count);
  check(clCreateSubDevices(device.id(), way, count, ids.data(), nullptr), "clCreateSubDevices");
  std::vector<SubDevice> parts;
  for (cl_device_id id : ids) parts.emplace_back(id);
  return parts;
}

/** One sub-device's share: the part of the vectors from `begin` on, its kernel and its queue. */
struct Share {
  Share(const Context& context, cl_device_id device, const std::vector<cl_uint>& left,
        const std::vector<cl_uint>& right)
      : queue(context, device), a(context.upload(left)), b(context.upload(right)),
        result(context.buffer<cl_uint>(left.size())) {}
  Queue queue;
  Buffer<cl_uint> a;
  Buffer<cl_uint> b;
  Buffer<cl_uint> result;
};

static void deviceFission(Benchmark& b) {
  const std::vector<SubDevice> parts = partition(b.device, static_cast<cl_uint>(b.options.number("parts")));
  std::vector<cl_device_id> ids;
  for (const SubDevice& part : parts) ids.push_back(part.get());
  if (!b.quiet()) std::cout << parts.size() << " sub-devices\n";

  const size_t count = b.size('x');
  const std::vector<cl_uint> left = b.random.integers<cl_uint>(count, uint64_t{1} << 32);
  const std::vector<cl_uint> right = b.random.integers<cl_uint>(count, uint64_t{1} << 32);
  const Context context(ids);
  const Program program = Program::fromOptions(context, b.options, "");

  // Each sub-device has one share of the vectors; adders and subtractors each cover all of them.
  const size_t half = std::max<size_t>(1, parts.size() / 2);
  std::vector<cl_uint> results[2];
  b.repeat([&] {
    std::vector<std::unique_ptr<Share>> shares;
    for (size_t part = 0; part < 2 * half; part++) {
      const size_t begin = count * (part % half) / half;
      const size_t end = count * (part % half + 1) / half;
      const auto from = [&](const std::vector<cl_uint>& all) {
        return std::vector<cl_uint>(all.begin() + static_cast<long>(begin), all.begin() + static_cast<long>(end));
      };
      if (begin == end) continue;
      shares.push_back(std::make_unique<Share>(context, ids[part], from(left), from(right)));
      Share& share = *shares.back();
      Kernel kernel(program.get(), part < half ? "add" : "subtract", ids[part]);
      kernel.args(share.a, share.b, share.result, static_cast<cl_uint>(end - begin));
      share.queue.run(kernel, {roundUp(end - begin, 64)}, {64});
      check(clFlush(share.queue.get()), "clFlush");
    }
    for (auto& result : results) result.clear();
    for (size_t i = 0; i < shares.size(); i++) {
      const std::vector<cl_uint> part = shares[i]->queue.read(shares[i]->result);
      shares[i]->queue.finish();
      b.queue.account(shares[i]->queue);
      std::vector<cl_uint>& result = results[i < shares.size() / 2 ? 0 : 1];
      result.insert(result.end(), part.begin(), part.end());
    }
  });

  b.show("sums", results[0]);
  b.show("differences", results[1]);
  // Integers modulo 2^32: equal.
  const auto reference = [&](auto operation) {
    std::vector<cl_uint> expected(count);
    std::transform(left.begin(), left.end(), right.begin(), expected.begin(), operation);
    return expected;
  };
  b.verify<cl_uint>("sums", results[0], [&] { return reference(std::plus<cl_uint>()); });
  b.verify<cl_uint>("differences", results[1], [&] { return reference(std::minus<cl_uint>()); });
}

int main(int argc, char** argv) {
  Options options("DeviceFission", "Lets sub-devices of one device work side by side.");
  options.size('x', 1u << 20, "elements of the vectors");
  options.number("parts", 'p', 2, 2, 64, "sub-devices");
  return run(argc, argv, options, deviceFission);
}
