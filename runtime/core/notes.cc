// Notes are requests: the device has taken note when they return, and before any packet that is submitted later.
#include "core/notes.h"

#include <atomic>

#include "core/mem.h"

namespace runtime {
namespace {

std::atomic<uint64_t> objects{0};
std::atomic<uint32_t> calls[abi::NoteKind_IMAGE + 1];

/** Entries of one note. */
constexpr size_t kRoom = sizeof(abi::MemoryNote::objects) / sizeof(uint64_t);

void send(abi::MemoryNote& note) { request(abi::kRequestMemoryNote, &note); }

uint32_t kind_of(const _cl_mem& object) {
  if (object.is_image()) return abi::NoteKind_IMAGE;
  return object.parent ? abi::NoteKind_SUB_BUFFER : abi::NoteKind_BUFFER;
}

uint64_t address_of(const _cl_mem& object, const Surface& place) {
  return object.address() + static_cast<uint64_t>(place.base - object.bytes());
}

abi::MemoryNote box_note(uint32_t kind, const _cl_mem& object, const Surface& target, size_t width, size_t rows, size_t slices) {
  abi::MemoryNote note = {};
  note.kind = kind;
  note.object = object.note;
  note.address = address_of(object, target);
  note.width = width;
  note.rows = rows;
  note.row_pitch = target.row_pitch;
  note.slices = slices;
  note.slice_pitch = target.slice_pitch;
  return note;
}

}  // namespace

bool wants_notes() {
  Session* open = session();
  return open && !open->devices.empty() && (open->devices[0].flags & abi::DeviceFlag_NOTES);
}

void note_object(_cl_mem& object) {
  if (!wants_notes()) return;
  object.note = ++objects;
  abi::MemoryNote note = {};
  note.kind = kind_of(object);
  note.call = ++calls[note.kind];
  note.object = object.note;
  note.parent = object.parent ? object.parent->note : 0;
  note.address = object.address();
  note.width = object.is_image() && object.parent ? object.image.row_pitch : object.size;
  note.flags = object.flags;
  send(note);
}

void note_released(const _cl_mem& object) {
  if (!object.note || !wants_notes()) return;
  abi::MemoryNote note = {};
  note.kind = abi::NoteKind_RELEASED;
  note.object = object.note;
  send(note);
}

void note_written(const _cl_mem& object, const Surface& target, size_t width, size_t rows, size_t slices) {
  if (!wants_notes()) return;
  abi::MemoryNote note = box_note(abi::NoteKind_WRITTEN, object, target, width, rows, slices);
  send(note);
}

void note_written(const _cl_mem& object) { note_written(object, {object.bytes(), object.size, object.size}, object.size, 1, 1); }

void note_copied(const _cl_mem& to, const Surface& target, const _cl_mem& from, const Surface& source, size_t width,
                 size_t rows, size_t slices) {
  if (!wants_notes()) return;
  abi::MemoryNote note = box_note(abi::NoteKind_COPIED, to, target, width, rows, slices);
  note.source = address_of(from, source);
  note.source_row_pitch = source.row_pitch;
  note.source_slice_pitch = source.slice_pitch;
  send(note);
}

void note_launch(uint64_t kernarg, uint32_t call, bool is_recorded, const std::vector<const _cl_mem*>& objects) {
  for (size_t first = 0; first == 0 || first < objects.size(); first += kRoom) {
    abi::MemoryNote note = {};
    note.kind = abi::NoteKind_LAUNCH;
    note.call = call;
    note.flags = is_recorded;
    note.address = kernarg;
    note.first = static_cast<uint32_t>(first);
    for (size_t index = first; index < objects.size() && index < first + kRoom; index++) {
      note.objects[note.count++] = objects[index] ? objects[index]->note : 0;
    }
    send(note);
  }
}

void note_order(uint64_t kernarg, const LaunchClock& clock, LaunchPlace place) {
  if (!wants_notes() || clock.is_unknown) return;
  for (size_t first = 0; first < clock.entries.size(); first += kRoom) {
    abi::MemoryNote note = {};
    note.kind = abi::NoteKind_ORDER;
    note.address = kernarg;
    note.object = place.chain;
    note.parent = place.position;
    note.first = static_cast<uint32_t>(first);
    for (size_t index = first; index < clock.entries.size() && index < first + kRoom; index++) {
      note.objects[note.count++] = clock.entries[index];
    }
    send(note);
  }
}

}  // namespace runtime
