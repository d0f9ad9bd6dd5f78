// AESEncryptDecrypt: encrypts a grey picture with AES-128 block by block (mode ECB), then decrypts the result.
#include "benchmark.hpp"
#include "picture.hpp"

using namespace bench;

using Bytes = std::vector<uint8_t>;

/** Product in GF(2^8), FIPS 197 section 4.2. */
static uint8_t multiply(uint8_t a, uint8_t b) {
  uint8_t product = 0;
  for (; b; b >>= 1) {
    if (b & 1) product ^= a;
    a = static_cast<uint8_t>((a << 1) ^ (a & 0x80 ? 0x1B : 0));
  }
  return product;
}

/** The S-box from its definition: inverse in the field, then an affine map (FIPS 197 section 5.1.1). */
static Bytes makeSbox() {
  Bytes box(256);
  for (unsigned value = 0; value < 256; value++) {
    unsigned inverse = 0;
    for (unsigned other = 1; other < 256; other++)
      if (multiply(static_cast<uint8_t>(value), static_cast<uint8_t>(other)) == 1) inverse = other;
    unsigned result = 0x63;
    for (int turn = 0; turn < 5; turn++) result ^= (inverse << turn | inverse >> (8 - turn)) & 0xFFu;
    box[value] = static_cast<uint8_t>(result);
  }
  return box;
}

static Bytes invert(const Bytes& box) {
  Bytes inverse(256);
  for (unsigned value = 0; value < 256; value++) inverse[box[value]] = static_cast<uint8_t>(value);
  return inverse;
}

/** The 176 bytes of the eleven round keys, FIPS 197 section 5.2. */
static Bytes expandKey(const Bytes& key, const Bytes& sbox) {
  Bytes keys = key;
  uint8_t constant = 1;
  for (size_t i = 16; i < 176; i += 4) {
    Bytes word(keys.end() - 4, keys.end());
    if (i % 16 == 0) {
      word = {static_cast<uint8_t>(sbox[word[1]] ^ constant), sbox[word[2]], sbox[word[3]], sbox[word[0]]};
      constant = multiply(constant, 2);
    }
    for (size_t j = 0; j < 4; j++) keys.push_back(keys[i - 16 + j] ^ word[j]);
  }
  return keys;
}

/** The cipher byte by byte, as section 5.1 of the standard writes it: no packed columns. */
static Bytes encryptBytes(const Bytes& data, const Bytes& keys, const Bytes& sbox) {
  static const uint8_t mix[4] = {2, 3, 1, 1};
  Bytes output;
  for (size_t block = 0; block < data.size(); block += 16) {
    Bytes state(data.begin() + static_cast<long>(block), data.begin() + static_cast<long>(block) + 16);
    for (size_t i = 0; i < 16; i++) state[i] ^= keys[i];
    for (size_t round = 1; round <= 10; round++) {
      Bytes shifted(16);
      for (size_t i = 0; i < 16; i++) shifted[i] = sbox[state[(i + 4 * (i % 4)) % 16]];
      for (size_t i = 0; i < 16; i++) {
        uint8_t sum = 0;
        for (size_t k = 0; k < 4; k++) sum ^= multiply(shifted[i / 4 * 4 + (i + k) % 4], mix[k]);
        state[i] = static_cast<uint8_t>((round < 10 ? sum : shifted[i]) ^ keys[round * 16 + i]);
      }
    }
    output.insert(output.end(), state.begin(), state.end());
  }
  return output;
}

/** Appendix C.1 of the standard: key 00 01 .. 0f, plain text 00 11 .. ff. */
static bool standardExampleHolds(const Bytes& sbox) {
  Bytes key(16), plain(16);
  for (size_t i = 0; i < 16; i++) key[i] = static_cast<uint8_t>(i), plain[i] = static_cast<uint8_t>(i * 0x11);
  return encryptBytes(plain, expandKey(key, sbox), sbox) ==
         Bytes{0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30, 0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a};
}

static void aes(Benchmark& b) {
  const Picture picture = inputPicture(b.options, b.random);
  Bytes plain;
  for (size_t i = 0; i < picture.width * picture.height; i++) plain.push_back(picture.rgba[i * 4 + 1]);
  plain.resize(roundUp(plain.size(), 16), 0);
  const Bytes sbox = makeSbox();
  const Bytes keys = expandKey(b.random.integers<uint8_t>(16, 256), sbox);
  const size_t blocks = plain.size() / 16;

  const auto input = b.context.upload(plain, CL_MEM_READ_ONLY);
  const auto secret = b.context.buffer<uint8_t>(plain.size());
  const auto output = b.context.buffer<uint8_t>(plain.size());
  const auto keyBuffer = b.context.upload(keys, CL_MEM_READ_ONLY);
  const auto box = b.context.upload(sbox, CL_MEM_READ_ONLY);
  const auto inverseBox = b.context.upload(invert(sbox), CL_MEM_READ_ONLY);
  Kernel encrypt = b.kernel("encrypt");
  Kernel decrypt = b.kernel("decrypt");
  encrypt.args(input, secret, keyBuffer, box, static_cast<cl_uint>(blocks));
  decrypt.args(secret, output, keyBuffer, inverseBox, static_cast<cl_uint>(blocks));
  b.repeat([&] {
    b.queue.run(encrypt, {roundUp(blocks, 64)}, {64});
    b.queue.run(decrypt, {roundUp(blocks, 64)}, {64});
  });

  const Bytes encrypted = b.queue.read(secret);
  b.show("plain", plain);
  b.show("encrypted", encrypted);
  const std::string& path = b.options.text("output");
  if (!path.empty()) {
    Bytes grey(encrypted.begin(), encrypted.begin() + static_cast<long>(picture.width * picture.height));
    writePng(path, picture.width, picture.height, 1, grey);
  }
  // Bytes: equal. The reference itself is held to the standard's example.
  if (b.verifying()) b.verdict.claim("FIPS 197 appendix C.1", standardExampleHolds(sbox));
  b.verify<uint8_t>("encrypted", encrypted, [&] { return encryptBytes(plain, keys, sbox); });
  b.verify<uint8_t>("decrypted", b.queue.read(output), [&] { return plain; });
}

int main(int argc, char** argv) {
  Options options("AESEncryptDecrypt", "Encrypts and decrypts a grey picture with AES-128.");
  declarePicture(options, 512, 256);
  return run(argc, argv, options, aes);
}
