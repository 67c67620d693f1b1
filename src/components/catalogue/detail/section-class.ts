/** Heading of a section below the tabs of a detail page. */
export const sectionHeadClass = 'mt-8 mb-3 scroll-mt-10 text-xl font-semibold desk:mt-10 desk:mb-4 desk:scroll-mt-14'
