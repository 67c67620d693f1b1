import { links } from '../../src/domain/links.ts'
import { ownRoutes, routes, type Route } from '../../src/domain/routes.ts'
import type { Account } from './accounts.ts'

/** Pages by who may open them, and the demo account that does. */
export interface RouteGroup {
  readonly who: string
  /** undefined = without an account. */
  readonly account: Account | undefined
  readonly pages: readonly (readonly [path: string, route: Route])[]
}

const all: readonly [string, Route][] = Object.entries(routes)
const own: readonly [string, Route][] = Object.entries(ownRoutes)
const isOps = ([path]: readonly [string, Route]) => path === links.ops() || path.startsWith('/ops/')

/** All pages, each in one group. */
export const routeGroups: readonly RouteGroup[] = [
  { who: 'everyone', account: undefined, pages: all.filter(([, { who }]) => who === 'all') },
  {
    who: 'people signed in',
    account: 'buyer',
    pages: [...all.filter(([, { who }]) => who === 'user'), ...own.filter((each) => !isOps(each))],
  },
  { who: 'sellers', account: 'seller', pages: all.filter(([, { who }]) => who === 'seller') },
  { who: 'operators', account: 'ops', pages: own.filter(isOps) },
]
