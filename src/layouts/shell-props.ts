import type { Category } from '../domain/shell/categories.ts'
import type { HeaderKind } from '../domain/shell/header.ts'
import type { SearchKind } from '../domain/shell/search.ts'

export type Crumb = { readonly label: string; readonly href?: string | undefined }

/** What the head of a page can be told. Without a title the page's own of routes.ts is taken. */
export type PageProps = {
  /** Without the area's name, which is added. */
  readonly title?: string | undefined
  /** Summary for search engines, 160 characters at most. */
  readonly description?: string | undefined
  readonly keywords?: string | undefined
  /** Kept out of search engines; pages for signed-in people always are. */
  readonly noindex?: boolean | undefined
  /** Path of the page that stands for this one, with the queries that matter; this path alone unless told. */
  readonly canonical?: string | undefined
  /** Picture for shared links: a path of this site or a full address. Unless it is a photo, the card of the page is taken. */
  readonly image?: string | undefined
  /** Structured data, one object or several; goes out as application/ld+json. */
  readonly jsonLd?: object | readonly object[] | undefined
  /** Ground of the page: white to arrive and read, grey to work and compare. */
  readonly ground?: 'white' | 'grey' | undefined
}

/** What the six layouts share. Everything has a default that follows from the path. */
export type ShellProps = PageProps & {
  readonly header?: HeaderKind | undefined
  /** Class of `<main>`; the page column unless told, '' for full width. */
  readonly main?: string | undefined
  readonly crumbs?: readonly Crumb[] | undefined
  /** What was searched for, shown again in the box. */
  readonly keyword?: string | undefined
  readonly searchKind?: SearchKind | undefined
  readonly hotWords?: readonly string[] | undefined
  readonly categories?: readonly Category[] | undefined
  /** Head of the phone layout: the logo, the logo above the search, or the title with a way back. */
  readonly phone?: 'logo' | 'search' | 'back' | undefined
  /** Where the phone's way back leads when there is no page before. */
  readonly back?: string | undefined
  readonly tabBar?: boolean | undefined
}
