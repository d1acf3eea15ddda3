/** Ends a subscription; calling it again does nothing. */
export type Unsubscribe = () => void;
