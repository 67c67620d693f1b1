import { build } from '../../../src/db/seeds/build.ts'

export const now = new Date('2026-11-20T06:30:00Z')
/** Demo rows for a fixed day. */
export const rows = build(now)
export const companies = rows.accounts.organisations.map(({ company }) => company)

export const repeated = (list: readonly unknown[]) => list.filter((each, index) => list.indexOf(each) !== index)
export const statusesOf = (list: readonly { status?: string | undefined }[]) =>
  new Set(list.map(({ status }) => status))
