import { join } from 'node:path'
import { installation } from '../config.ts'

export const migrationsFolder = join(installation, 'src/db/migrations')
/** Without a schema: relational queries are not used, and each transaction would build their metadata. */
export const drizzleOptions = { casing: 'snake_case' } as const
/** Advisory lock that serialises migrations of processes starting together. */
export const migrationLock = 720_426
