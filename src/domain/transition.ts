/** One row of a transition table: who may move what from where to where. */
export interface Transition<S extends string, E extends string, A extends string> {
  readonly from: readonly S[]
  readonly event: E
  readonly actor: readonly A[]
  readonly to: S
}

/** A transition table. Server handlers decide by it, and the browser shows its buttons by it. */
export type Transitions<S extends string, E extends string, A extends string> = readonly Transition<S, E, A>[]

/** The state that follows, or undefined when the step is not allowed to this actor from here. */
export function next<S extends string, E extends string, A extends string>(
  table: Transitions<S, E, A>,
  from: S,
  event: E,
  actor: A,
): S | undefined {
  return table.find((row) => row.event === event && row.from.includes(from) && row.actor.includes(actor))?.to
}

/** What an actor may do from here, in the table's order. */
export function steps<S extends string, E extends string, A extends string>(
  table: Transitions<S, E, A>,
  from: S,
  actor: A,
): E[] {
  return table.filter((row) => row.from.includes(from) && row.actor.includes(actor)).map((row) => row.event)
}

/** How a state is shown: words for one side, tone of the look's state badges. */
export interface StateLabel {
  readonly label: string
  readonly tone: 'mute' | 'go' | 'act' | 'good' | 'bad'
}
