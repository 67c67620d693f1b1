/** Maximum of addresses per person. */
export const maxAddresses = 50

/** Full address on one line. */
export const formatAddress = ({ districtName, street }: { districtName: string; street: string }): string =>
  `${districtName} ${street}`.trim()
