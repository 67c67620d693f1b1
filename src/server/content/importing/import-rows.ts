import type { z } from 'zod'
import type { Db } from '../../../db/open.ts'
import type { FileRow } from './read-rows.ts'

/** What is wrong in a file: where, in which column, and what. */
export interface RowFault {
  readonly line: number
  readonly column: string
  readonly message: string
}

/** How many rows were new, how many changed one that was there, how many were there just so. */
export interface Imported {
  readonly added: number
  readonly changed: number
  readonly same: number
  /** Of the latter, those that an operator changed by hand. */
  readonly kept: number
}

/** A file that is not taken: nothing of it went in. */
export class ImportRefused extends Error {
  readonly faults: readonly RowFault[]

  constructor(faults: readonly RowFault[]) {
    super(`${faults.length} faults`)
    this.name = 'ImportRefused'
    this.faults = faults
  }
}

interface Keyed {
  readonly 编号: string
}
/** A row that was read, with its place in the file. */
export interface ReadRow<T> {
  readonly line: number
  readonly row: T
}

interface Kind<T extends Keyed> {
  readonly columns: z.ZodType<T>
  /** What the database says against rows that are well formed. */
  readonly faults: (tx: Db, rows: readonly ReadRow<T>[]) => Promise<readonly RowFault[]>
  readonly save: (tx: Db, rows: readonly T[]) => Promise<Omit<Imported, 'same' | 'kept'>>
  /** How many of these keys operators changed by hand. */
  readonly keptOf: (tx: Db, keys: readonly string[]) => Promise<number>
}

/** How a kind of list goes in: all of its rows or none, in one transaction. Throws ImportRefused with every fault. */
export const importer =
  <T extends Keyed>({ columns, faults, save, keptOf }: Kind<T>) =>
  async (db: Db, file: readonly FileRow[]): Promise<Imported> => {
    if (file.length === 0) throw new ImportRefused([{ line: 1, column: '', message: '文件里没有数据' }])
    const [rows, wrong] = parsed(columns, file)
    const twice = repeated(rows)
    if (wrong.length + twice.length > 0) throw new ImportRefused(inOrder([...wrong, ...twice]))
    return db.transaction(async (tx) => {
      const against = await faults(tx, rows)
      if (against.length > 0) throw new ImportRefused(inOrder(against))
      const { added, changed } = await save(
        tx,
        rows.map(({ row }) => row),
      )
      const kept = await keptOf(
        tx,
        rows.map(({ row }) => row.编号),
      )
      return { added, changed, same: rows.length - added - changed, kept }
    })
  }

function parsed<T>(columns: z.ZodType<T>, file: readonly FileRow[]): [ReadRow<T>[], RowFault[]] {
  const rows: ReadRow<T>[] = []
  const faults: RowFault[] = []
  for (const { line, values } of file) {
    const read = columns.safeParse(values)
    if (read.success) rows.push({ line, row: read.data })
    else
      for (const { path, message } of read.error.issues) {
        const column = String(path[0] ?? '')
        faults.push({ line, column, message: values[column] === undefined ? `缺少“${column}”一列` : message })
      }
  }
  return [rows, faults]
}

function repeated(rows: readonly ReadRow<Keyed>[]): RowFault[] {
  const first = new Map<string, number>()
  return rows.flatMap(({ line, row }) => {
    const before = first.get(row.编号)
    if (before === undefined) first.set(row.编号, line)
    return before === undefined ? [] : [{ line, column: '编号', message: `与第 ${before} 行相同` }]
  })
}

const inOrder = (faults: readonly RowFault[]): RowFault[] => faults.toSorted((a, b) => a.line - b.line)
