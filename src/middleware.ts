import { defineMiddleware } from 'astro:middleware'
import { inProcessClient } from './client/in-process.ts'
import { databaseFault } from './db/faults.ts'
import { links } from './domain/links.ts'
import { routeOf } from './domain/routes.ts'
import { keptAnswer } from './server/kept-answers.ts'
import { shellOf } from './server/reference/shell.ts'
import { drawings } from './server/http/page-drawing.ts'
import { factsOf, factsOfPage } from './server/http/request-facts.ts'
import { runtime } from './server/runtime.ts'

/**
 * Gives every page its typed API and guards the pages for people who are signed in.
 * Public pages get an anonymous one whoever looks, so that their output can be cached for everyone.
 */
export const onRequest = defineMiddleware(async ({ request, url, locals, redirect, routePattern }, next) => {
  const { config, db, pages, call, sessionOf, standing } = runtime()
  // Every address without a page is drawn the same, once: see [...path].astro for those that lead elsewhere.
  const isNothing = routePattern === '/[...path]' && routeOf(url.pathname) === undefined
  if (isNothing && !import.meta.env.DEV) return standing.response(404)
  const audience = routeOf(url.pathname)?.who ?? 'all'
  const facts =
    audience === 'all'
      ? { ...factsOf(request.headers, config), token: undefined }
      : factsOfPage(request.headers, config)
  locals.site = {
    url: config.siteUrl,
    demo: config.demo,
    review: config.review,
    supplyChainUrl: config.supplyChainUrl ?? null,
    mallUrl: config.mallUrl ?? null,
    industryLeaderUrl: config.industryLeaderUrl ?? null,
  }
  locals.pieces = drawings.get(request)?.pieces
  const asked = Promise.all([shellOf({ db, pages, config }), audience === 'all' ? undefined : sessionOf(facts)])
  const known = await asked.catch((err: unknown) => {
    if (databaseFault(err) === undefined) throw err
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
  locals.api = inProcessClient((name, input, { idempotencyKey }) => {
    const run = () => call(name, input, { ...facts, ip: undefined, idempotencyKey })
    return audience === 'all' ? keptAnswer({ db, pages }, { name, input }, run) : run()
  })
  const response = await next()
  if (audience !== 'all') response.headers.set('cache-control', 'private, no-store')
  return response
})
