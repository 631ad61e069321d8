// Registers the service worker, which keeps the files of the site for the next time, without a network too.

"use strict";

// Offers a new version when it is there, and changes to it when the person agrees.
async function keepUpToDate() {
    const registration = await navigator.serviceWorker.register("worker.js");
    const offer = (worker) =>
        document.dispatchEvent(new CustomEvent("newversion", { detail: () => worker.postMessage("replace") }));
    if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
    registration.addEventListener("updatefound", () => {
        const worker = registration.installing;
        worker.addEventListener("statechange", () => {
            if (worker.state === "installed" && navigator.serviceWorker.controller) offer(worker);
        });
    });
    let replaced = !navigator.serviceWorker.controller;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
        if (!replaced) location.reload();
        replaced = true;
    });
}

if ("serviceWorker" in navigator) keepUpToDate().catch(() => {});
