/** Data keys of the run's databases: every process of a test has them, so that rows can be read by all. */
export const testDataKeys = `test:${Buffer.alloc(32, 'key of the tests ').toString('base64')}`
