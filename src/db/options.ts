import { join } from 'node:path'
import { installation } from '../config.ts'

export const migrationsFolder = join(installation, 'src/db/migrations')
/** Without a schema: nothing asks by relations, and each transaction would build a reader for every table there is. */
export const options = { casing: 'snake_case' } as const
/** Any number; processes that start together on one database migrate one after the other. */
export const migrationLock = 720_426
