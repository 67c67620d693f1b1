import { quietApi } from '../../client/browser.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'

/**
 * Says that a page is read, which the server cannot know: public pages come from a cache. Pages that are only
 * prepared in the background are not read yet. Nobody waits for the answer.
 */
export function tellViewed(kind: ListingKind, listingId: number): void {
  const tell = () => {
    if (document.visibilityState === 'hidden') return
    document.removeEventListener('visibilitychange', tell)
    void quietApi.catalogue.listingViewed({ kind, listingId })
  }
  document.addEventListener('visibilitychange', tell)
  tell()
}

/** Says that a paper is being downloaded. The download itself goes its own way. */
export const tellDownloaded = (fileId: string): void => void quietApi.catalogue.fileDownloaded({ fileId })
