/** What is learned of a document while its data is put together. */
export interface Cacheability {
  /** A part of it came late, or not at all: what is sent now is not what the next visitor should get. */
  incomplete: boolean;
  /** Something asked who is visiting, so that the document is this visitor's own. */
  personal: boolean;
}

export const createCacheability = (): Cacheability => ({ incomplete: false, personal: false });
