import { atom } from 'nanostores'
import { persistedValue } from './persisted-storage.ts'

const asKeys = (read: unknown): string[] | undefined =>
  Array.isArray(read) && read.every((key) => typeof key === 'string') ? read : undefined

/** Keys of the columns that a person shows of a table, kept in this browser. `byDefault` until `start`. */
export function shownColumns(table: string, byDefault: readonly string[]) {
  const stored = persistedValue('browser', `columns:${table}`, asKeys)
  const keys = atom<readonly string[]>(byDefault)
  return {
    keys,
    start: () => keys.set(stored.read() ?? byDefault),
    show: (key: string, isShown: boolean) => {
      const others = keys.get().filter((each) => each !== key)
      keys.set(isShown ? [...others, key] : others)
      stored.save([...keys.get()])
    },
    reset: () => {
      keys.set(byDefault)
      stored.clear()
    },
  }
}
export type ShownColumns = ReturnType<typeof shownColumns>
