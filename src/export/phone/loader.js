// Loads the data and then the page. The service worker keeps them for the next time, without a network too.

"use strict";

const data = document.getElementById("data");

function start(text) {
    data.textContent = text;
    const script = document.createElement("script");
    script.src = data.dataset.script;
    document.body.append(script);
}

fetch(data.dataset.source)
    .then((response) => (response.ok ? response.text() : Promise.reject(new Error(`${response.status}`))))
    .then(start)
    .catch((error) => {
        document.getElementById("heard").classList.add("toast");
        document.getElementById("heard").textContent = `The rules could not be loaded (${error.message}). Try again with a network.`;
    });

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
