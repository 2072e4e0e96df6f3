// What the build writes into the page.

/** The commit from which the page was built; empty where that was not known. */
declare const __BUILD__: string;
