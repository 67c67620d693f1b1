import { afterAll, beforeAll } from 'vitest'
import type { Account } from './accounts.ts'
import { startApp, type TestApp } from './app.ts'
import { signInAs, visitor, type Client } from './client.ts'

/** The value that a hook sets before the first test of the file. */
function created<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Used before the tests of the file began')
  return value
}

/** The product for all tests of a file, with `env` as settings: started before the first, closed after the last. */
export function appForFile(env: Readonly<Record<string, string>> = {}): TestApp {
  let app: TestApp | undefined
  beforeAll(async () => {
    app = await startApp(env)
  })
  afterAll(() => app?.close())
  return {
    get runtime() {
      return created(app).runtime
    },
    get db() {
      return created(app).db
    },
    fetch: (request) => created(app).fetch(request),
    close: () => created(app).close(),
  }
}

function clientForTests(create: () => Client | Promise<Client>): Client {
  let client: Client | undefined
  beforeAll(async () => {
    client = await create()
  })
  return {
    get api() {
      return created(client).api
    },
    get cookies() {
      return created(client).cookies
    },
    get headers() {
      return created(client).headers
    },
    upload: (purpose, file) => created(client).upload(purpose, file),
    post: (path, body, headers) => created(client).post(path, body, headers),
    setCookies: () => created(client).setCookies(),
  }
}

/** A demo account signed in for all tests of a file. */
export const clientForFile = (app: TestApp, account: Account): Client => clientForTests(() => signInAs(app, account))

/** Somebody who is not signed in, for all tests of a file. */
export const visitorForFile = (app: TestApp): Client => clientForTests(() => visitor(app))
