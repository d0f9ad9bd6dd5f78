// SHA-256 by the cryptography that Node brings: its symbols are there from the start, while its module in JavaScript
// takes milliseconds to load, for which the first launch of a kernel would wait (docs/speed.md).
#include "hash.h"

#include <openssl/evp.h>

#include <array>
#include <memory>
#include <string>

#include "arguments.h"

namespace host {
namespace {

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};
using Context = std::unique_ptr<EVP_MD_CTX, FreeContext>;

std::string hexadecimal(const unsigned char* bytes, unsigned count) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * count);
  for (unsigned i = 0; i < count; i++) {
    text.push_back(kDigits[bytes[i] >> 4]);
    text.push_back(kDigits[bytes[i] & 15]);
  }
  return text;
}

bool update(EVP_MD_CTX* context, const Napi::CallbackInfo& info, size_t index) {
  if (info[index].IsString()) {
    std::string text = stringArgument(info, index);
    return EVP_DigestUpdate(context, text.data(), text.size()) == 1;
  }
  Bytes bytes = viewArgument(info, index);
  return EVP_DigestUpdate(context, bytes.data, bytes.length) == 1;
}

Napi::Value sha256(const Napi::CallbackInfo& info) {
  Context context(EVP_MD_CTX_new());
  bool good = context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1;
  for (size_t index = 0; good && index < info.Length(); index++) good = update(context.get(), info, index);
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned length = 0;
  good = good && EVP_DigestFinal_ex(context.get(), digest.data(), &length) == 1;
  if (!good) throw Napi::Error::New(info.Env(), "Node's OpenSSL computes no SHA-256");
  return Napi::String::New(info.Env(), hexadecimal(digest.data(), length));
}

}  // namespace

void registerHash(Napi::Env env, Napi::Object exports) { exports.Set("sha256", Napi::Function::New(env, sha256)); }

}  // namespace host
