/**
 * Test files that run at once: one a core, and one more on a PostgreSQL server, where a third of a file's time passes in
 * waiting for the disk while its database is copied and dropped.
 */
export const workerCount = process.env.DATABASE_URL === undefined ? 2 : 3
