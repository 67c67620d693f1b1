import { defineMiddleware } from 'astro:middleware'
import { inProcessClient } from './client/in-process.ts'
import { databaseFailure } from './db/errors.ts'
import { links } from './domain/links.ts'
import { findRoute } from './domain/routes.ts'
import type { CachedFragment } from './domain/shell/fragments.ts'
import { cacheBudget, cacheShares } from './server/cache-budget.ts'
import { shellOf } from './server/reference/shell.ts'
import { pageRenderings } from './server/http/page-rendering.ts'
import { pageRequestFacts, publicPageFacts } from './server/http/request-facts.ts'
import { runtime } from './server/runtime.ts'
import { cacheControl } from './domain/shell/cache-control.ts'

const fragments = cacheBudget.part<CachedFragment>('fragments', cacheShares.fragments)

/**
 * Provides the typed API to every page and guards pages that require sign-in.
 * Public pages get an anonymous API, so that their output can be cached for everyone.
 */
export const onRequest = defineMiddleware(async (context, next) => {
  const { request, url, locals, redirect, routePattern, originPathname } = context
  const { config, db, pages, call, callForEveryone, sessionOf, errorPages: standing } = runtime()
  // All unknown paths share one 404 page; see [...path].astro for redirects.
  const isNothing = routePattern === '/[...path]' && findRoute(url.pathname) === undefined
  // A page without its data rewrites to /404, which is the same for all.
  const hasFoundNothing = routePattern === '/404' && originPathname !== '/404'
  if ((isNothing || hasFoundNothing) && !import.meta.env.DEV) return standing.response(404)
  const audience = findRoute(url.pathname)?.who ?? 'all'
  const facts =
    audience === 'all' ? publicPageFacts(request.headers, config) : pageRequestFacts(request.headers, config)
  locals.site = {
    url: config.siteUrl,
    apiHosts: config.apiHosts,
    demo: config.demo,
    review: config.review,
    supplyChainUrl: config.supplyChainUrl ?? null,
    mallUrl: config.mallUrl ?? null,
    industryLeaderUrl: config.industryLeaderUrl ?? null,
    miniProgramCode: config.miniProgramCode ?? null,
    officialAccountCode: config.officialAccountCode ?? null,
  }
  locals.fragments = fragments
  locals.pieces = pageRenderings.get(request)?.pieces
  const loading = Promise.all([shellOf({ db, pages, config }), audience === 'all' ? undefined : sessionOf(facts)])
  const known = await loading.catch((err: unknown) => {
    if (databaseFailure(err) === undefined) throw err
    return undefined
  })
  if (known === undefined) return standing.response(503)
  const [shell, session] = known
  locals.shell = shell
  locals.viewer = session?.caller ?? null
  if (session?.caller === null) {
    const login = session.isIdle === true ? links.loginIdle : links.login
    return redirect(login(url.pathname + url.search))
  }
  if (session?.caller.lacksSecondStep === true && url.pathname.startsWith('/ops/'))
    return redirect(links.buyerSecurity())
  const run = audience === 'all' ? callForEveryone : call
  locals.api = inProcessClient((name, input, { idempotencyKey }) =>
    run(name, input, { ...facts, ip: undefined, idempotencyKey }),
  )
  const response = await next()
  if (audience !== 'all') response.headers.set('cache-control', cacheControl.personal)
  // Browsers keep a 410 for ever unless told otherwise, and an unlisted listing may return.
  else if (response.status === 410) response.headers.set('cache-control', cacheControl.none)
  return response
})
