/// <reference types="astro/client" />

interface ImportMetaEnv {
  readonly PUBLIC_API_URL?: string
  readonly PUBLIC_USER_CENTER_URL?: string
  readonly PUBLIC_CLOUD_LOCATION_URL?: string
  readonly PUBLIC_LIVE_STREAM_URL?: string
}

declare const __AREA__: import('../areas/area.ts').AreaId

declare namespace App {
  interface Locals {
    /** The contract in this process. Anonymous on public pages, so that they are the same for everyone. */
    api: import('./client/api.ts').Api
    /** Who is signed in; null on public pages whoever looks. */
    viewer: import('./server/handler.ts').Caller | null
    /** What pages know of this installation. */
    site: {
      readonly url: string
      readonly demo: boolean
      /** Who reviews submissions: operators, or nobody (demo only). */
      readonly review: 'auto' | 'manual'
      readonly supplyChainUrl: string | null
      readonly mallUrl: string | null
      readonly industryLeaderUrl: string | null
    }
  }
}
