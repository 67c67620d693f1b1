import { quietApi } from '../../client/browser.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'

/**
 * Reports a page view, which the server cannot count because public pages come from a cache. Prerendered pages count
 * once they become visible. Fire and forget.
 */
export function reportListingView(kind: ListingKind, listingId: number): void {
  const report = () => {
    if (document.visibilityState === 'hidden') return
    document.removeEventListener('visibilitychange', report)
    void quietApi.catalogue.listingViewed({ kind, listingId })
  }
  document.addEventListener('visibilitychange', report)
  report()
}

/** Reports a file download; independent of the download itself. */
export const reportFileDownload = (fileId: string): void => void quietApi.catalogue.fileDownloaded({ fileId })
