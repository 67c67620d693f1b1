import { links } from '../links.ts'

/**
 * Rules, guides and pages about the platform: the slug (folder and name of the file that the first text comes from), and
 * where it is read. Agreements are no part of it: consent is recorded for the version of a file.
 */
export const sitePages = [
  { slug: 'rules/trading', href: links.platformRules(1) },
  { slug: 'rules/accessibility', href: links.platformRules(3) },
  { slug: 'guides/new-user', href: links.newGuide() },
  { slug: 'guides/acceptance', href: links.acceptance() },
  { slug: 'about/intro', href: links.intro() },
  { slug: 'about/contact', href: links.contact() },
  { slug: 'about/cooperation', href: links.cooperation() },
] as const
export type SitePageSlug = (typeof sitePages)[number]['slug']
export const sitePageSlugs = sitePages.map(({ slug }) => slug)

/** Where a page is read; undefined for a slug that is none. */
export const sitePageHref = (slug: string): string | undefined => sitePages.find((page) => page.slug === slug)?.href
