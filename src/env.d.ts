/// <reference types="astro/client" />

interface ImportMetaEnv {
  readonly PUBLIC_LIVE_STREAM_URL?: string
}

declare const __AREA__: import('../areas/area.ts').AreaId

declare namespace App {
  interface Locals {
    /** In-process API. Anonymous on public pages, so that they are the same for everyone. */
    api: import('./client/api.ts').Api
    /** The signed-in user; always null on public pages. */
    viewer: import('./server/handler.ts').Caller | null
    /** Settings of this installation for pages. */
    site: {
      readonly url: string
      readonly apiHosts: import('./domain/shell/api-hosts.ts').ApiHosts
      readonly demo: boolean
      /** Who reviews submissions: operators (manual), or automatic (demo only). */
      readonly review: 'auto' | 'manual'
      readonly supplyChainUrl: string | null
      readonly mallUrl: string | null
      readonly industryLeaderUrl: string | null
      readonly miniProgramCode: string | null
      readonly officialAccountCode: string | null
    }
  }
}
