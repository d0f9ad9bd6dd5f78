// Measurements of command buffers as dataflow graphs, for reports and timelines: a node for each command, edges for
// their order and for the memory that one writes and a later one reads. A device that shows them sets the folder
// ATOLL_GRAPHS; otherwise nothing is measured.
#pragma once
#include <memory>
#include <vector>

#include "core/event.h"

namespace runtime {

struct RecordedCommand;

/** The measurements of one command buffer. */
class GraphMeasurement;

/** True if graphs are measured. */
bool measures_graphs();

/** Begins the measurement of a finalized buffer; executions are added to it. */
std::shared_ptr<GraphMeasurement> measure_graph(const std::vector<RecordedCommand>& commands, uint32_t device);

/** Adds an execution, whose commands have these events, in order. */
void measure_execution(GraphMeasurement& graph, const std::vector<Ref<_cl_event>>& events);

void forget_measurements_after_fork();

}  // namespace runtime
