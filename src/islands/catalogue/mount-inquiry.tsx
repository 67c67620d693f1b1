import { createRoot } from 'react-dom/client'
import { open, type AskedListing } from '../../stores/catalogue/inquiry-form.ts'
import { InquiryForm } from './InquiryForm.tsx'

/** Puts the form of a question into the page; loaded when somebody wants to ask. */
export function mountInquiry(place: HTMLElement, listing: AskedListing, shopName: string): void {
  open(listing)
  createRoot(place).render(<InquiryForm shopName={shopName} />)
}
