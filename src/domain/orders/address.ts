/** Most addresses of one person. */
export const mostAddresses = 50

/** A whole address on one line, as parcels and papers have it. */
export const addressLine = ({ districtName, street }: { districtName: string; street: string }): string =>
  `${districtName} ${street}`.trim()
