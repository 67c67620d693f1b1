declare namespace App {
  interface Locals {
    /** Of a page that is put together after it is drawn (server/http/page-door.ts). */
    pieces?: import('../domain/shell/pieces.ts').Pieces | undefined
    /** What every header needs and no layout may load: filled by the middleware, the same for everyone. */
    shell?: {
      readonly categories: readonly import('../domain/shell/categories.ts').Category[]
      readonly hotWords: Readonly<Record<import('../domain/shell/search.ts').SearchKind, readonly string[]>>
      /** Beside the first two categories of the menu; `picture` names a figure. */
      readonly promotions: readonly {
        readonly title: string
        readonly text: string
        readonly picture: string
        readonly href: string
      }[]
    }
  }
}
