import type { Loaded } from '../../src/stores/loaded.ts'

/** What was read; throws where it was not. */
export function ready<T>(state: Loaded<T>): T {
  if (state.at !== 'ready') throw new Error(`It is ${state.at}`)
  return state.content
}
