import type { Category } from '../../domain/shell/categories.ts'
import type { HeaderKind } from '../../domain/shell/header.ts'
import type { BoxKind } from '../../domain/shell/search.ts'

export type Crumb = { readonly label: string; readonly href?: string | undefined }

/** Head of a page. The default title is that of routes.ts. */
export type PageProps = {
  /** Without the area's name, which is added. */
  readonly title?: string | undefined
  /** Summary for search engines, 160 characters at most. */
  readonly description?: string | undefined
  readonly keywords?: string | undefined
  /** Excluded from search engines; pages for signed-in users always are. */
  readonly noindex?: boolean | undefined
  /** Canonical path with its relevant query; this path without query by default. */
  readonly canonical?: string | undefined
  /** Picture for shared links: a path of this site or a full address. The page's social image by default. */
  readonly image?: string | undefined
  /** Structured data, one object or several; goes out as application/ld+json. */
  readonly jsonLd?: object | readonly object[] | undefined
  /** Background of the page: white for reading, grey for lists and work. */
  readonly ground?: 'white' | 'grey' | undefined
}

/** Props shared by the six layouts. Defaults derive from the path. */
export type ShellProps = PageProps & {
  readonly header?: HeaderKind | undefined
  /** The page is a list with its conditions in the address: an island updates it without a reload. */
  readonly results?: true | undefined
  /** Listings of this list can be ticked and compared: the bar with those chosen. */
  readonly compare?: 'service' | 'goods' | undefined
  /** Class of `<main>`; the page column unless told, '' for full width. */
  readonly main?: string | undefined
  readonly crumbs?: readonly Crumb[] | undefined
  /** Keyword shown in the search box. */
  readonly keyword?: string | undefined
  readonly searchKind?: BoxKind | undefined
  readonly hotWords?: readonly string[] | undefined
  readonly categories?: readonly Category[] | undefined
  /** Head of the phone layout: the logo, the logo above the search, or the title with a way back. */
  readonly phone?: 'logo' | 'search' | 'back' | undefined
  /** Target of the phone's back link without a previous page. */
  readonly back?: string | undefined
  readonly tabBar?: boolean | undefined
}
