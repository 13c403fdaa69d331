package io.aliquot.cli;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Checks ports before the server starts: what it says itself about one that is taken is no help to an admin. */
final class Ports {
    private static final int MOST = 65_535;

    private Ports() {}

    /** What is wrong with the two ports, one sentence each. */
    static List<String> faults(int port, int managementPort) {
        List<String> faults = new ArrayList<>();
        if (port == managementPort) {
            faults.add("--port and --management-port are both " + port + "; give them different ports");
            return faults;
        }
        check("--port", port, faults);
        check("--management-port", managementPort, faults);
        return faults;
    }

    private static void check(String option, int port, List<String> faults) {
        if (port < 1 || port > MOST) {
            faults.add(option + ": " + port + " is no port; give one from 1 to " + MOST);
            return;
        }
        try {
            new ServerSocket(port).close();
        } catch (IOException e) {
            faults.add(
                    option + ": port " + port + " cannot be opened (" + e.getMessage() + "); is another one running?");
        }
    }
}
