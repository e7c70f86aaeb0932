// The client library of NATS, loaded when a connection is first wanted.
#pragma once

#include <nats/nats.h>

#include <optional>
#include <string>

#include "core/shared_library.h"

// Those that are used here.
// clang-format off
#define TABULEIRO_LIBNATS_FUNCTIONS(NAMED) \
  NAMED(natsConnection_Connect) NAMED(natsConnection_Destroy) NAMED(natsConnection_FlushTimeout) \
  NAMED(natsConnection_IsClosed) NAMED(natsConnection_Publish) \
  NAMED(natsConnection_PublishRequest) NAMED(natsConnection_QueueSubscribe) \
  NAMED(natsConnection_Subscribe) NAMED(natsMsg_Destroy) NAMED(natsMsg_GetData) \
  NAMED(natsMsg_GetDataLength) NAMED(natsMsg_GetReply) NAMED(natsMsg_GetSubject) \
  NAMED(natsMsg_IsNoResponders) NAMED(natsOptions_Create) NAMED(natsOptions_Destroy) \
  NAMED(natsOptions_SetAllowReconnect) NAMED(natsOptions_SetClosedCB) \
  NAMED(natsOptions_SetErrorHandler) NAMED(natsOptions_SetMaxPingsOut) \
  NAMED(natsOptions_SetName) NAMED(natsOptions_SetPingInterval) NAMED(natsOptions_SetSendAsap) \
  NAMED(natsOptions_SetTimeout) NAMED(natsOptions_SetToken) NAMED(natsOptions_SetURL) \
  NAMED(natsOptions_SetUserInfo) NAMED(natsOptions_SetWriteDeadline) \
  NAMED(natsOptions_UseGlobalMessageDelivery) NAMED(natsStatus_GetText) \
  NAMED(natsSubscription_Destroy)
// clang-format on

namespace bus {

// In this folder these names are pointers that load_libnats() sets.
TABULEIRO_LIBNATS_FUNCTIONS(TABULEIRO_LOADED_POINTER)

// Why it cannot be used, where it cannot.
std::optional<std::string> load_libnats();

}  // namespace bus
