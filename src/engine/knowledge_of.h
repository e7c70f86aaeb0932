// Which knowledge the engine uses for which game.
#pragma once

#include "eval/eigenstate.h"
#include "eval/epaminondas.h"
#include "eval/sixteen_stone.h"
#include "eval/yavalath.h"

namespace engine {

template <class State>
struct KnowledgeOfGame;
template <>
struct KnowledgeOfGame<games::yavalath::State> {
  using Type = eval::YavalathKnowledge;
};
template <>
struct KnowledgeOfGame<games::epaminondas::State> {
  using Type = eval::EpaminondasKnowledge;
};
template <>
struct KnowledgeOfGame<games::sixteen_stone::State> {
  using Type = eval::SixteenStoneKnowledge;
};
template <>
struct KnowledgeOfGame<games::eigenstate::State> {
  using Type = eval::EigenstateKnowledge;
};

template <class State>
using KnowledgeOf = typename KnowledgeOfGame<State>::Type;

}  // namespace engine
