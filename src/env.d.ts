/// <reference types="astro/client" />

/** For the native compiler, which reads no .astro files; astro check finds the files themselves. */
declare module '*.astro' {
  const component: import('astro/runtime/server/index.js').AstroComponentFactory
  export default component
}

interface ImportMetaEnv {
  readonly PUBLIC_LIVE_STREAM_URL?: string
}

declare const __AREA__: import('../areas/area.ts').AreaId
/** Address of the file of icons (src/ui/icons/icon-sprite.ts). */
declare const __ICON_SPRITE__: string

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
