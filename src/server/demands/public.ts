import type { Db } from '../../db/open.ts'

/** Moves demands whose deadline has passed to evaluating, and those long without award to expired. */
export async function closeDueDemands(_db: Db): Promise<void> {}
