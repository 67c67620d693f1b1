declare namespace App {
  interface Locals {
    /** Fragments of a page that is assembled after rendering (server/http/page-fast-path.ts). */
    pieces?: import('../domain/shell/fragments.ts').PageFragments | undefined
    /** Cache of rendered fragments, set by the middleware. */
    fragments: import('../domain/shell/fragments.ts').FragmentCache
    /** Data of every header that layouts cannot load: set by the middleware, the same for everyone. */
    shell?: {
      readonly categories: readonly import('../domain/shell/categories.ts').Category[]
      readonly hotWords: Readonly<Record<import('../domain/shell/search.ts').SearchKind, readonly string[]>>
      /** Entries of the main menu from the dictionary. */
      readonly menu: readonly import('../domain/shell/menu.ts').MenuEntry[]
      /** Shown beside the first two categories of the menu; `picture` names an illustration. */
      readonly promotions: readonly {
        readonly title: string
        readonly text: string
        readonly picture: string
        readonly href: string
      }[]
      /** Targets of merged categories, for addresses that name the former ones. */
      readonly categoryTargets: import('../domain/reference/category-address.ts').CategoryTargets
    }
  }
}
