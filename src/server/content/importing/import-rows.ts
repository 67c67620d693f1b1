import type { z } from 'zod'
import type { Db } from '../../../db/open.ts'
import type { FileRow } from './read-rows.ts'

/** An error of an import file: line, column and message. */
export interface RowError {
  readonly line: number
  readonly column: string
  readonly message: string
}

/** Result of an import: added, changed and unchanged rows. */
export interface Imported {
  readonly added: number
  readonly changed: number
  readonly same: number
  /** Unchanged rows that were edited by an operator. */
  readonly handEdited: number
}

/** A rejected file; nothing was imported. */
export class ImportRefused extends Error {
  readonly errors: readonly RowError[]

  constructor(faults: readonly RowError[]) {
    super(`${faults.length} faults`)
    this.name = 'ImportRefused'
    this.errors = faults
  }
}

interface Keyed {
  readonly 编号: string
}
/** A parsed row with its line in the file. */
export interface ReadRow<T> {
  readonly line: number
  readonly row: T
}

interface ImportKind<T extends Keyed> {
  readonly columns: z.ZodType<T>
  /** Checks of valid rows against the database. */
  readonly validate: (tx: Db, rows: readonly ReadRow<T>[]) => Promise<readonly RowError[]>
  readonly save: (tx: Db, rows: readonly T[]) => Promise<Omit<Imported, 'same' | 'handEdited'>>
  /** Number of these keys edited by operators. */
  readonly countHandEdited: (tx: Db, keys: readonly string[]) => Promise<number>
}

/** Creates an importer: imports all rows or none, in one transaction. Throws ImportRefused with all errors. */
export const createImporter =
  <T extends Keyed>({ columns, validate, save, countHandEdited }: ImportKind<T>) =>
  async (db: Db, file: readonly FileRow[]): Promise<Imported> => {
    if (file.length === 0) throw new ImportRefused([{ line: 1, column: '', message: '文件里没有数据' }])
    const [rows, wrong] = parseRows(columns, file)
    const twice = findDuplicates(rows)
    if (wrong.length + twice.length > 0) throw new ImportRefused(sortByLine([...wrong, ...twice]))
    return db.transaction(async (tx) => {
      const against = await validate(tx, rows)
      if (against.length > 0) throw new ImportRefused(sortByLine(against))
      const { added, changed } = await save(
        tx,
        rows.map(({ row }) => row),
      )
      const handEdited = await countHandEdited(
        tx,
        rows.map(({ row }) => row.编号),
      )
      return { added, changed, same: rows.length - added - changed, handEdited }
    })
  }

function parseRows<T>(columns: z.ZodType<T>, file: readonly FileRow[]): [ReadRow<T>[], RowError[]] {
  const rows: ReadRow<T>[] = []
  const faults: RowError[] = []
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

function findDuplicates(rows: readonly ReadRow<Keyed>[]): RowError[] {
  const first = new Map<string, number>()
  return rows.flatMap(({ line, row }) => {
    const before = first.get(row.编号)
    if (before === undefined) first.set(row.编号, line)
    return before === undefined ? [] : [{ line, column: '编号', message: `与第 ${before} 行相同` }]
  })
}

const sortByLine = (faults: readonly RowError[]): RowError[] => faults.toSorted((a, b) => a.line - b.line)
