/** One row of a transition table. */
export interface Transition<S extends string, E extends string, A extends string> {
  readonly from: readonly S[]
  readonly event: E
  readonly actor: readonly A[]
  readonly to: S
}

/** A transition table, used by handlers for decisions and by the browser for buttons. */
export type Transitions<S extends string, E extends string, A extends string> = readonly Transition<S, E, A>[]

/** Next state, or undefined if the event is not allowed for the actor in this state. */
export function nextState<S extends string, E extends string, A extends string>(
  table: Transitions<S, E, A>,
  from: S,
  event: E,
  actor: A,
): S | undefined {
  return table.find((row) => row.event === event && row.from.includes(from) && row.actor.includes(actor))?.to
}

/** Events an actor may trigger in a state, in table order. */
export function allowedEvents<S extends string, E extends string, A extends string>(
  table: Transitions<S, E, A>,
  from: S,
  actor: A,
): E[] {
  return table.filter((row) => row.from.includes(from) && row.actor.includes(actor)).map((row) => row.event)
}

/** Label and badge tone of a state. */
export interface StateLabel {
  readonly label: string
  readonly tone: 'mute' | 'go' | 'act' | 'good' | 'bad'
}
